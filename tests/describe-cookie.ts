/**
 * A cookie as a table of a test names it: `locale: Max-Age=31536000, Path=/, SameSite=Lax, Secure`, with the attributes in the order of the alphabet,
 * a date as days from now, and `remove` before the name when there is no value.
 * @param line the value of a `Set-Cookie` header, or what a script assigns to `document.cookie`.
 */
export function describeCookie(line: string): string {
  const [pair = '', ...attributes] = line.split('; ');
  const words = attributes.map((attribute) => {
    const time = /^expires=(.*)$/i.exec(attribute)?.[1];
    if (time === undefined) return attribute;
    const days = (Date.parse(time) - Date.now()) / 86_400_000;
    return days < 0 ? 'Expires in the past' : `Expires in ${Math.round(days)} days`;
  });
  return `${pair.endsWith('=') ? 'remove ' : ''}${pair.split('=', 1)[0]}: ${words.sort().join(', ')}`;
}
