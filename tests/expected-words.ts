/**
 * The expected texts for people, word for word in three languages. Tests compare what the site says with these words, not with its own messages: a
 * message that names a wrong rule must be noticed. The English messages of R50 are those of the specification. Spaces that do not break are ordinary
 * ones here.
 */
import written from './expected-words.json' with { type: 'json' };

export type ExpectedWords = (typeof written)['en'];

/** Returns the texts of a language. @throws for a language without texts here. */
export function expectedWords(locale: string): ExpectedWords {
  const words = (written as Partial<Record<string, ExpectedWords>>)[locale];
  if (!words) throw new Error(`tests/expected-words.json has no words in ${locale}`);
  return words;
}
