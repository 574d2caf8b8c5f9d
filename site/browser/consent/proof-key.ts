/** Key in local storage of proofs that wait to be sent. A file of its own: whoever only looks whether there are any does not load what sends them. */
export const proofKey = 'consentProof';
