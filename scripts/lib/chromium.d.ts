export declare function findChromium(own: string): string | undefined
export declare const chromiumArgs: readonly string[]
