/** Was the shuffle bound before play? The same as takujo.match.commitment, worked out in this browser. */

/** The commitment to a seed, both hexadecimal; null where the browser has no cryptography (a page without https). */
export async function commitment(seed: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = seed.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  const bound = Uint8Array.from([...new TextEncoder().encode("takujo commitment "), ...bytes]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bound));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
