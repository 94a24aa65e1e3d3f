/** The npm package as the dialog's origin serves it, for `npm i https://dialog.example.com/latchkey-sdk.tgz`. */
export const sdkPackageFile = 'latchkey-sdk.tgz'
