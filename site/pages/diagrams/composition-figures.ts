/** The figures of an index's composition: the shares that editors enter, and the rest. */
import { exact, subtract, add, roundTo } from '../../../content/costs/exact.ts';
import { type ComputeFigures, findInstruments, formatList } from './diagram-source.ts';

export const compositionFigures: ComputeFigures = (block, source) => {
  const { locale, t, writer } = source;
  const found = findInstruments(block, source);
  if (found.length < block.instruments.length) return null;
  const indices = found.map(({ symbol, name }) => {
    const members = block.points.filter(({ group }) => group === symbol);
    const namedMembers = members.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
    const largest = add(exact(0), ...namedMembers.map(({ value }) => exact(value)));
    const others = members.find(({ value }) => value === null);
    const createPart = (label: string, plain: string, rest: boolean) => ({
      name: label,
      share: Number(plain),
      text: writer.percent(plain),
      rest,
    });
    return {
      symbol,
      name,
      count: namedMembers.length,
      largest: writer.percent(roundTo(largest, 1)),
      parts: [
        ...namedMembers.map(({ label, value }) => createPart(label, roundTo(exact(value), 1), false)),
        ...(others ? [createPart(others.label, roundTo(subtract(exact(100), largest), 1), true)] : []),
      ],
    };
  });
  const shares = indices.map(({ name, count, largest }) =>
    t('diagram.composition.share', { name, count: String(count), share: largest }),
  );
  return {
    drawing: { kind: 'composition', indices: indices.map(({ symbol, name, parts }) => ({ symbol, name, parts })) },
    alt: t('diagram.composition.alt', { shares: formatList(shares, locale) }),
    table: {
      caption: t('diagram.composition.caption'),
      head: [t('diagram.composition.index'), t('diagram.composition.member'), t('diagram.composition.weight')],
      rows: indices.flatMap(({ name, parts }) => parts.map((part) => [name, part.name, part.text])),
    },
  };
};
