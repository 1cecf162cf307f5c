/** Passkeys, as the browser and the server speak of them: bytes go over the wire as base64url. */

import type { Credential, NewCredential } from "./wire";

type Options = Record<string, unknown>;

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** Why there are none here: the address is not secure, or no name, or the browser has none. */
export const lacking: "insecure" | "address" | "unsupported" | null = !isSecureContext
  ? "insecure"
  : /^[\d.]+$|:/.test(location.hostname.replace(/^\[|\]$/g, ""))
    ? "address"
    : "PublicKeyCredential" in window
      ? null
      : "unsupported";

/** Somebody has changed their mind, or the browser has asked in vain. */
export class Dismissed extends Error {}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException) throw new Dismissed(error.name);
    throw error;
  }
}

export function create(options: Options): Promise<NewCredential> {
  const user = options["user"] as PublicKeyCredentialUserEntityJSON;
  const known = (options["excludeCredentials"] ?? []) as PublicKeyCredentialDescriptorJSON[];
  const publicKey = {
    ...options,
    challenge: bytes(options["challenge"] as string),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: known.map((key) => ({ ...key, id: bytes(key.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  return asked(async () => {
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
    const response = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
    return { id: made.id, rawId: text(made.rawId), type: "public-key", response };
  });
}

export function get(options: Options): Promise<Credential> {
  const publicKey = {
    ...options,
    challenge: bytes(options["challenge"] as string),
    allowCredentials: [],
  } as unknown as PublicKeyCredentialRequestOptions;
  return asked(async () => {
    const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    const { clientDataJSON, authenticatorData, signature, userHandle } =
      found.response as AuthenticatorAssertionResponse;
    const response = {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle && text(userHandle),
    };
    return { id: found.id, rawId: text(found.rawId), type: "public-key", response };
  });
}
