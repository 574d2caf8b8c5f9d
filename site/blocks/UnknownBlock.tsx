/** A block of a newer content model: the parser has raised the alarm, a visitor sees nothing. */
export function UnknownBlock() {
  return null;
}
