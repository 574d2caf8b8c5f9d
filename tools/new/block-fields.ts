/**
 * The fields of a new block: `quote:markdown name:text role:text? link:link?`. Each kind knows its type, schema, markup, Strapi attribute and
 * samples.
 */

interface FieldKind {
  /** TypeScript type in the model. */
  type: string;
  /** Schema of the parser for a required field, and for an optional one. */
  schema: string;
  optionalSchema: string;
  /** Attribute of Strapi's component. */
  attribute: Record<string, unknown>;
  /** The description after the name in demo/README.md. */
  words: string;
  /** JSX that shows the field of this name, which is not empty. */
  shown: (name: string) => string;
  imports: readonly string[];
  /** Values of `/dev/blocks`: the shortest, and a long one. */
  samples: readonly [least: string, long: string];
  /** The source text of the field in the test, and the expected HTML on the page. */
  written: (name: string) => string;
  expected: (name: string) => readonly string[];
}

const prose = "import { Prose } from '../ui/Prose.tsx';";
/** Shared by both kinds of Markdown. */
const html = {
  type: 'Html',
  attribute: { type: 'text' },
  imports: [prose],
  written: (name: string) => `'Some **${name}**'`,
  expected: (name: string) => [`<p>Some <strong>${name}</strong></p>`],
};

const kinds = {
  text: {
    type: 'string',
    schema: 'requiredText',
    optionalSchema: 'orNull(text)',
    attribute: { type: 'string', maxLength: 200 },
    words: '',
    shown: (name) => `<p>{${name}}</p>`,
    imports: [],
    samples: ['words.short', 'words.title'],
    written: (name) => `'Words of ${name}'`,
    expected: (name) => [`<p>Words of ${name}</p>`],
  },
  inline: {
    ...html,
    schema: 'inline',
    optionalSchema: 'orNull(inline)',
    words: ' *inline md*',
    shown: (name) => `<Prose html={${name}} as="p" />`,
    samples: ['words.shortText', 'words.line'],
  },
  markdown: {
    ...html,
    schema: 'requiredMarkdown',
    optionalSchema: 'orNull(markdown)',
    words: ' *md*',
    shown: (name) => `<Prose html={${name}} />`,
    samples: ['words.shortText', 'words.longText'],
  },
  link: {
    type: 'Link',
    schema: 'linkSchema',
    optionalSchema: 'link',
    attribute: { type: 'component', component: 'shared.link', repeatable: false },
    words: '',
    shown: (name) => `<ActionLink action={{ ...${name}, style: 'quiet' }} />`,
    imports: ["import { ActionLink } from '../ui/navigation/ActionLink.tsx';"],
    samples: ['words.link', 'words.link'],
    written: (name) => `{ name: 'More of ${name}', url: '/forex' }`,
    expected: (name) => [`More of ${name}`],
  },
  items: {
    type: '{ title: string; text: Html }[]',
    schema: 'list(v.object({ title: requiredText, text: inline }))',
    optionalSchema: 'list(v.object({ title: requiredText, text: inline }))',
    attribute: { type: 'component', component: 'items.step', repeatable: true },
    words: ': `title`, `text` *inline md*',
    shown: (name) =>
      `<ul className={styles.list} role="list">{${name}.map(({ title, text }) => (<li key={title}><h3>{title}</h3><Prose html={text} as="p" /></li>))}</ul>`,
    imports: [prose],
    samples: [
      '[{ title: words.short, text: words.shortText }]',
      '[words.short, words.word].map((title) => ({ title, text: words.line }))',
    ],
    written: () => `[{ title: 'A title', text: 'Some **words**' }]`,
    expected: () => ['<h3>A title</h3>', '<p>Some <strong>words</strong></p>'],
  },
} satisfies Record<string, FieldKind>;

/** For the usage of the command. */
export const fieldKinds: readonly string[] = Object.keys(kinds);

export interface BlockField extends FieldKind {
  name: string;
  kind: keyof typeof kinds;
  optional: boolean;
}

const reservedNames = new Set(['heading', 'text', 'tone', 'component', 'id', 'block']);

/**
 * @param given `name:kind`, with `?` behind it when editors may leave the field empty.
 * @throws with a message for the user.
 */
export function blockFields(given: readonly string[]): BlockField[] {
  const fields = given.map((one) => {
    const [, name = '', kind = '', question] = /^([a-z][A-Za-z0-9]*):([a-z]+)(\?)?$/.exec(one) ?? [];
    if (!name || !Object.hasOwn(kinds, kind))
      throw new Error(
        `“${one}” is not a field: write name:kind, such as role:text?, where ? means optional. The kinds are ${fieldKinds.join(', ')}.`,
      );
    if (reservedNames.has(name)) throw new Error(`“${name}” cannot be a field: every block has that already.`);
    const knownKind = kind as keyof typeof kinds;
    return { ...kinds[knownKind], name, kind: knownKind, optional: question === '?' };
  });
  if (new Set(fields.map(({ name }) => name)).size < fields.length) throw new Error('A field is named twice.');
  return fields;
}

/** Tells whether the field can be null: an optional one, unless it is a list, which is empty instead. */
export function canBeNull({ kind, optional }: BlockField): boolean {
  return optional && kind !== 'items';
}

/** Writes the field of the parser's schema. */
export function schemaEntry({ name, optional, schema, optionalSchema }: BlockField): string {
  const given = optional ? optionalSchema : schema;
  return name === given ? name : `${name}: ${given}`;
}

/** Writes the parts of the component that depend on the fields, without formatting. */
export function componentParts(fields: readonly BlockField[]): Record<'imports' | 'fields' | 'shown', string> {
  const shown = fields.map((field) => {
    const markup = field.shown(field.name);
    return canBeNull(field) ? `{${field.name} ? ${markup} : null}` : markup;
  });
  return {
    imports: [...new Set(fields.flatMap((field) => field.imports))].sort().join('\n'),
    fields: fields.map(({ name }) => name).join(', '),
    shown: shown.join('\n        '),
  };
}

/** Writes the text of Strapi's component. */
export function strapiComponent(fields: readonly BlockField[], base: string): string {
  const component = JSON.parse(base) as {
    attributes: Record<string, unknown>;
    config: { metadatas: Record<string, unknown>; layouts: { edit: unknown[] } };
  };
  for (const field of fields) {
    const required = !field.optional && field.kind !== 'items' ? { required: true } : {};
    component.attributes[field.name] = { ...field.attribute, ...required };
    component.config.metadatas[field.name] = {
      edit: {
        label: field.name.charAt(0).toUpperCase() + field.name.slice(1),
        description: field.optional ? 'Optional.' : '',
      },
    };
    component.config.layouts.edit.push([{ name: field.name, size: 12 }]);
  }
  return `${compactJson(component)}\n`;
}

/** Writes JSON in the style of the other components, which the formatter keeps: a value that fits into a line is on one line. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (indent.length + line.length <= 110 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => `${inner}${compactJson(one, inner)}`)
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${compactJson(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** Writes the parts of the test that depend on the fields: the written block, the expected markup, and the required fields. */
export function testParts(fields: readonly BlockField[]): Record<'written' | 'expectations' | 'required', string> {
  const required = fields.filter(({ optional, kind }) => !optional && kind !== 'items');
  return {
    written: fields.map(({ name, written }) => `${name}: ${written(name)}`).join(', '),
    expectations: fields
      .flatMap(({ name, expected }) => expected(name))
      .map((part) => `  expect(html).toContain(${JSON.stringify(part)});`)
      .join('\n'),
    required: required.map(({ name }) => `'${name}'`).join(', '),
  };
}
