declare module 'wawoff2/decompress.js' {
  /** The OpenType font inside a WOFF2 file; throws for any other file. */
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
