/** Types of the part of http_ece that is used: the package has none. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Params {
    version: 'aes128gcm';
    /** Public key of the other side, base64url; found in the message where it is decrypted. */
    dh?: string;
    /** Base64url. */
    authSecret: string;
    privateKey: ECDH;
  }
  const ece: {
    encrypt(text: Buffer, params: Params): Buffer;
    decrypt(message: Buffer, params: Params): Buffer;
  };
  export default ece;
}
