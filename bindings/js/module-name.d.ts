/** What the WebAssembly of the entry is called: its file, and the section with its note. tools/build.mjs puts it here. */
export declare const moduleName: string
