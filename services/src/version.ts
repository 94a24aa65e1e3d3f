declare const __VERSION__: string

/** Version of this build, written in by the bundler. */
export const version = __VERSION__
