/** Lines as a hand draws them: always the same for the same square. */

function chance(seed: number): () => number {
  let s = (Math.imul(seed + 1, 2654435761) >>> 0) | 1;
  return () => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return (s >>> 0) / 2 ** 32;
  };
}

const n = (value: number) => value.toFixed(1);

/** A circle in one go, a little more than once round. */
export function loop(x: number, y: number, r: number, seed: number, turns = 1.1): string {
  const next = chance(seed);
  const start = next() * 6.3;
  const points = Array.from({ length: Math.ceil(10 * turns) + 1 }, (_, i) => {
    const angle = start + (i * Math.PI) / 5;
    const far = r * (1.03 + (next() - 0.5) * 0.1);
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)] as const;
  });
  let path = `M${n(points[0]![0])} ${n(points[0]![1])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i]!, points[i + 1]!];
    path += `Q${n(a[0])} ${n(a[1])} ${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`;
  }
  return path;
}

/** A square filled by going to and fro; x, y: its upper left corner. */
export function shade(x: number, y: number, size: number, seed: number): string {
  const next = chance(seed);
  const jitter = () => (next() - 0.5) * 2;
  let path = "";
  for (let d = 3, i = 0; d < 2 * size; d += 5.5 + jitter() * 0.6, i++) {
    const a = [Math.max(0, d - size), Math.min(d, size)] as const;
    const b = [a[1], a[0]] as const;
    const [from, to] = i % 2 ? [a, b] : [b, a];
    path += `${path ? "L" : "M"}${n(x + from[0] + jitter())} ${n(y + from[1] + jitter())}L${n(x + to[0] + jitter())} ${n(y + to[1] + jitter())}`;
  }
  return path;
}

/** A straight line, nearly. */
export function line(x1: number, y1: number, x2: number, y2: number, seed: number): string {
  const next = chance(seed);
  const off = () => (next() - 0.5) * 2.4;
  return `M${n(x1 + off())} ${n(y1 + off())}Q${n((x1 + x2) / 2 + off())} ${n((y1 + y2) / 2 + off())} ${n(x2 + off())} ${n(y2 + off())}`;
}
