/** The module that Emscripten makes; tools/build.mjs puts it here. */
export default function createInbounds(options: object): Promise<object>
