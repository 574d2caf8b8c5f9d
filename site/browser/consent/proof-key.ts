/** Local storage key of the proofs that wait to be sent. In its own file, so that checking for such proofs does not load the code that sends them. */
export const proofKey = 'consentProof';
