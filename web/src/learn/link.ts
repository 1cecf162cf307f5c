/** A branch as a link: all of it stands behind #, which browsers send to nobody, made small. */

export const LONGEST = 32_000; // letters of a link: what messengers still carry
const WHOLE = 1_000_000; // bytes that it may hold

/** Why a text is no branch. */
export class BadLink extends Error {
  constructor(readonly code: "link-too-long" | "link-broken") {
    super(code);
  }
}

export async function packed(content: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const text = letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (text.length > LONGEST) throw new BadLink("link-too-long");
  return text;
}

/** The JSON in it; a little text that would become a lot is let go in time. */
export async function unpacked(text: string): Promise<unknown> {
  if (text.length > LONGEST) throw new BadLink("link-too-long");
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let [json, size] = ["", 0];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > WHOLE) throw new BadLink("link-too-long");
      json += decoder.decode(part.value, { stream: true });
    }
    return JSON.parse(json + decoder.decode());
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink("link-broken");
  }
}
