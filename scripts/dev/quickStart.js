/**
 * The first lines of a page that embeds the dialog: what README shows, `npm start` prints and the playground has, with the server's own values.
 *
 * @param {{ dialog: string, projectId: string }} facts
 */
export const quickStart = ({ dialog, projectId }) =>
  `<script src="${dialog}/sdk.js" data-project-id="${projectId}" defer></script>
<button data-latchkey-open>Connect wallet</button>`
