/** The text of inbounds-worker.js; tools/build.mjs puts it here. */
declare const text: string
export default text
