/** A picture of how a game ended: the title's art, who won, what everybody has, and the board. Drawn here. */

import { colourOf, type Course } from "./lead";

export interface Ending {
  title: string;
  art: string | undefined;
  won: string;
  /** Names and what they have, best first. */
  ranking: { seat: number; name: string; has: string }[];
  course: Course | null;
  /** As it stands at the end. */
  board: HTMLElement | null;
}

const [WIDTH, HEIGHT, PAD] = [1200, 630, 56]; // as previews of links are
const BOX = { x: 620, y: 40, width: WIDTH - 620 - PAD, height: HEIGHT - 80 }; // of the board

/** A part of the page as a picture: the same elements and styles, drawn by the browser as what an SVG holds. */
async function still(part: HTMLElement): Promise<HTMLImageElement> {
  const { dataset, lang } = document.documentElement; // themes and rooms are said there
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const style = document.createElement("style");
  style.textContent = `${rules.map(({ cssText }) => cssText).join("\n")}
    *, ::before, ::after { animation: none !important; transition: none !important; }`;
  const { color, fontFamily, fontSize, lineHeight } = getComputedStyle(part);
  const page = document.createElement("div");
  Object.assign(page.style, { color, fontFamily, fontSize, lineHeight, width: `${part.offsetWidth}px` });
  const copy = part.cloneNode(true) as HTMLElement;
  for (const passing of copy.querySelectorAll(".hits")) passing.remove();
  page.append(style, copy);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const held = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
  svg.setAttribute("lang", lang);
  Object.assign(svg.dataset, dataset);
  for (const each of [svg, held]) {
    each.setAttribute("width", `${innerWidth}`); // as large as the page: what depends on its size is as it was
    each.setAttribute("height", `${Math.max(innerHeight, part.offsetHeight)}`);
  }
  held.append(page);
  svg.append(held);
  const source = new XMLSerializer().serializeToString(svg);
  const image = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(source)}` });
  await image.decode();
  return image;
}

/** The board where it belongs; false if this browser does not let its picture be handed on. */
async function place(pen: CanvasRenderingContext2D, board: HTMLElement): Promise<boolean> {
  const [width, height] = [board.offsetWidth, board.offsetHeight];
  const scale = Math.min(BOX.width / width, BOX.height / height);
  const [w, h] = [width * scale, height * scale];
  const box = [BOX.x + (BOX.width - w) / 2, BOX.y + (BOX.height - h) / 2, w, h] as const;
  try {
    const image = await still(board);
    const tried = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d")!;
    tried.drawImage(image, 0, 0);
    tried.getImageData(0, 0, 1, 1); // throws where it may not
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--table");
    pen.beginPath();
    pen.roundRect(box[0] - 12, box[1] - 12, w + 24, h + 24, 14);
    pen.fill();
    pen.drawImage(image, 0, 0, width, height, ...box);
    return true;
  } catch {
    return false;
  }
}

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
  write(end.title, PAD, 92, `600 44px ${serif}`, "#f4ead8", 500);
  const seen = !!end.board && (await place(pen, end.board));
  const wide = seen ? BOX.x - 2 * PAD + 20 : WIDTH - 2 * PAD;
  write(end.won, PAD, 160, `600 54px ${serif}`, "#ecb75f", wide);
  for (const [i, { seat, name, has }] of end.ranking.entries()) {
    const y = 232 + i * 50;
    pen.fillStyle = colourOf(seat);
    pen.fillRect(PAD, y - 24, 12, 28);
    write(name, PAD + 28, y, `30px ${sans}`, "#f4ead8", 280);
    write(has, PAD + 330, y, `600 30px ${sans}`, "#f4ead8", 200);
  }
  if (end.course && !seen) draw(pen, end.course, { x: 640, y: 210, width: WIDTH - 640 - PAD, height: 330 });
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
