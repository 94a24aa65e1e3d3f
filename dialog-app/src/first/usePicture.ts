/** `ui/usePicture.ts` in the script that draws the first view: that a picture breaks is seen when React takes its element over. */
export const usePicture = (src: string | undefined) => src && { src }
