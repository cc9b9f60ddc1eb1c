/** The version in package.json; tools/build.mjs puts it here. */
export declare const version: string
