/** A picture of how a game ended: the title's art, who won, what everybody has, how the lead went. Drawn here. */

import { colourOf, type Course } from "./lead";

export interface Ending {
  title: string;
  art: string | undefined;
  won: string;
  /** Names and what they have, best first. */
  ranking: { seat: number; name: string; has: string }[];
  course: Course | null;
}

const [WIDTH, HEIGHT, PAD] = [1200, 630, 56]; // as previews of links are

export async function picture(end: Ending): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d")!;
  const style = getComputedStyle(document.body);
  const [serif, sans] = ["--serif", "--sans"].map((name) => style.getPropertyValue(name));
  const write = (text: string, x: number, y: number, font: string, colour: string, width?: number): void => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, x, y, width);
  };
  pen.fillStyle = "#17120e";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  if (end.art) {
    const art = Object.assign(new Image(), { src: end.art });
    await art.decode();
    pen.globalAlpha = 0.28;
    pen.drawImage(art, 0, -60, WIDTH, (WIDTH * 400) / 640);
    pen.globalAlpha = 1;
  }
  const dark = pen.createLinearGradient(0, 0, 0, HEIGHT);
  dark.addColorStop(0, "rgb(23 18 14 / 0.2)");
  dark.addColorStop(1, "rgb(23 18 14 / 0.95)");
  pen.fillStyle = dark;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(end.title, PAD, 92, `600 44px ${serif}`, "#f4ead8", 800);
  write(end.won, PAD, 160, `600 54px ${serif}`, "#ecb75f", WIDTH - 2 * PAD);
  for (const [i, { seat, name, has }] of end.ranking.entries()) {
    const y = 232 + i * 50;
    pen.fillStyle = colourOf(seat);
    pen.fillRect(PAD, y - 24, 12, 28);
    write(name, PAD + 28, y, `30px ${sans}`, "#f4ead8", 280);
    write(has, PAD + 330, y, `600 30px ${sans}`, "#f4ead8", 220);
  }
  if (end.course) draw(pen, end.course, { x: 640, y: 210, width: WIDTH - 640 - PAD, height: 330 });
  write("takujo 卓上", PAD, HEIGHT - 36, `24px ${sans}`, "#b3a48c");
  return new Promise((done) => canvas.toBlob((blob) => done(blob!), "image/png"));
}

function draw(
  pen: CanvasRenderingContext2D,
  course: Course,
  box: { x: number; y: number; width: number; height: number },
): void {
  const all = course.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(low + 1, ...all);
  pen.lineWidth = 4;
  for (const seat of course[0]!.keys()) {
    pen.strokeStyle = colourOf(seat);
    pen.beginPath();
    for (const [step, at] of course.entries())
      pen.lineTo(
        box.x + (step / Math.max(1, course.length - 1)) * box.width,
        box.y + box.height - ((at[seat]! - low) / (high - low)) * box.height,
      );
    pen.stroke();
  }
}

/** Hand a picture and a link on: by what the device offers, or as a file. */
export async function share(file: File, title: string, url: string): Promise<void> {
  const data = { files: [file], title, url };
  if (navigator.canShare?.(data)) return navigator.share(data).catch(() => undefined); // thought better of it
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  URL.revokeObjectURL(link.href);
}
