/** The WebAssembly as gzip in base64; tools/build.mjs puts it here. */
declare const compressed: string
export default compressed
