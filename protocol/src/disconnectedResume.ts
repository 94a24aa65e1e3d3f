/**
 * The page's record of a disconnect that no dialog has heard: nothing may be resumed, although a window of the dialog's own still knows it.
 */
export const disconnectedResume = '{"v":1,"active":null,"connections":{}}'
