/** Items of a list that one answer to the panel has. A list ends with an answer that has fewer. */
export const itemsAtOnce = 50;
