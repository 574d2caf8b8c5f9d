/** The spellings of one name: `open-days` in addresses and files, `OpenDays` in components, `openDays` in code and messages, `Open days` in words. */

export interface Names {
  kebab: string;
  pascal: string;
  camel: string;
  words: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** @throws with a sentence for the user when the name cannot be used in an address and a file name. */
export function namesOf(name: string): Names {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new Error(`“${name}” is no name: small letters and digits, words joined by hyphens, such as “open-days”.`);
  const parts = name.split('-');
  const pascal = parts.map(capital).join('');
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    words: capital(parts.join(' ')),
  };
}

/** A template's text with `__kebab__`, `__Pascal__`, `__camel__`, `__snake__` and `__words__` filled in. */
export function filledIn(template: string, { kebab, pascal, camel, words }: Names): string {
  return template
    .replaceAll('__kebab__', kebab)
    .replaceAll('__Pascal__', pascal)
    .replaceAll('__camel__', camel)
    .replaceAll('__words__', words)
    .replaceAll('__snake__', kebab.replaceAll('-', '_'));
}
