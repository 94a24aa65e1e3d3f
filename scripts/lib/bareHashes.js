/** Where `.ci/run` leaves the hashes of what its bare start built, in another folder with packages of its own. */
export const bareHashes = '.cache/bare-hashes.json'
