/** Shows a difference by field and block. Added words are underlined, removed words are struck through, and a screen reader says both. */
import { useMemo, useState, type ReactNode } from 'react';
import { Badge, Box, Checkbox, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { Comparison } from '../server/compare-versions';
import { compareFields, type FieldDifference, type PartDifference, type TableRow, type Word } from './difference';
import { useSay } from '../../../admin/panel-words';

const Added = styled.ins`
  background: ${({ theme }) => theme.colors.success100};
  color: ${({ theme }) => theme.colors.success700};
  text-decoration: underline;
`;
const Removed = styled.del`
  background: ${({ theme }) => theme.colors.danger100};
  color: ${({ theme }) => theme.colors.danger700};
  text-decoration: line-through;
`;
const Cells = styled.table`
  border-collapse: collapse;
  th,
  td {
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    color: ${({ theme }) => theme.colors.neutral800};
    font-size: 1.4rem;
    padding: 0.4rem 0.8rem;
    text-align: start;
    vertical-align: top;
  }
`;

/** Of text that both versions have, so much is shown before and after a change. */
const shownText = 160;

type Side = Pick<Comparison['from'], 'content'>;
interface Shown {
  uid: string;
  comparison: Pick<Comparison, 'labels' | 'names'> & { from: Side; to: Side };
}

export function DifferenceView({ uid, comparison }: Shown) {
  const say = useSay('difference');
  const [whole, setWhole] = useState(false);
  const { from, to } = comparison;
  const fields = useMemo(() => compareFields(comparison, uid, from.content ?? {}, to.content ?? {}), [comparison, uid]);
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Typography>{say(describe(from, to, fields.length))}</Typography>
      {fields.length > 0 && (
        <Checkbox checked={whole} onCheckedChange={(checked: boolean) => setWhole(checked)}>
          {say('whole')}
        </Checkbox>
      )}
      <Fields fields={fields} whole={whole} level={3} />
    </Flex>
  );
}

function describe(from: Side, to: Side, differences: number): string {
  if (from.content === null && to.content === null) return 'nothing';
  if (from.content === null) return 'nothing-before';
  if (to.content === null) return 'nothing-after';
  return differences === 0 ? 'none' : 'some';
}

function Fields({ fields, whole, level }: { fields: readonly FieldDifference[]; whole: boolean; level: number }) {
  const say = useSay('difference');
  return fields.map((field) => (
    <Box key={field.name} tag="section">
      <Flex gap={2} paddingBottom={1} wrap="wrap">
        <Typography tag={`h${level}` as 'h3'} variant="pi" fontWeight="bold">
          {field.label}
        </Typography>
        {field.gone && <Badge>{say('gone')}</Badge>}
      </Flex>
      <Content field={field} whole={whole} level={level} />
    </Box>
  ));
}

function Content({ field, whole, level }: { field: FieldDifference; whole: boolean; level: number }) {
  const say = useSay('difference');
  const showValue = useValue();
  switch (field.kind) {
    case 'words':
      return <Words words={field.words} whole={whole} />;
    case 'table':
      return <Rows rows={field.rows} whole={whole} />;
    case 'value': {
      const [before, after] = [showValue(field.type, field.before), showValue(field.type, field.after)];
      return (
        <Typography tag="p">
          <Mark state="removed">{before}</Mark> <Mark state="added">{after}</Mark>
        </Typography>
      );
    }
    case 'list':
      return (
        <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc' }}>
          {field.sorted && <Typography textColor="neutral600">{say('sorted')}</Typography>}
          {field.items.map(({ text, state }, index) => (
            <Typography tag="li" key={index}>
              <Mark state={state}>{text}</Mark>
            </Typography>
          ))}
        </Box>
      );
    case 'parts':
      return (
        <Flex direction="column" alignItems="stretch" gap={3}>
          {field.parts.map((part, index) => (
            <PartView key={index} part={part} whole={whole} level={Math.min(level + 1, 6)} />
          ))}
          {field.same > 0 && <Typography textColor="neutral600">{say('same', { count: field.same })}</Typography>}
        </Flex>
      );
  }
}

function PartView({ part, whole, level }: { part: PartDifference; whole: boolean; level: number }) {
  const say = useSay('difference');
  const { state, before = 0, after = 0, kind, title, fields } = part;
  const name = [kind, title && `“${title}”`].filter(Boolean).join(' ');
  return (
    <Box borderColor="neutral200" hasRadius padding={4} tag="section">
      <Flex gap={2} wrap="wrap" paddingBottom={fields.length > 0 ? 3 : 0}>
        <Badge>{say(`part.${state}`, { before, after })}</Badge>
        <Typography tag={`h${level}` as 'h4'} variant="omega" fontWeight="bold" style={{ overflowWrap: 'anywhere' }}>
          {name || say('part', { place: after || before })}
        </Typography>
      </Flex>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Fields fields={fields} whole={whole} level={Math.min(level + 1, 6)} />
      </Flex>
    </Box>
  );
}

function Words({ words, whole }: { words: readonly Word[]; whole: boolean }) {
  return (
    <Typography tag="p" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      <Marked words={words} whole={whole} />
    </Typography>
  );
}

function Marked({ words, whole }: { words: readonly Word[]; whole: boolean }) {
  return words.map(({ text, state }, index) => {
    const shown = whole || state !== 'same' ? text : shorten(text, index > 0, index < words.length - 1);
    return (
      <Mark key={index} state={state}>
        {shown}
      </Mark>
    );
  });
}

function Mark({ state, children }: { state: Word['state']; children: ReactNode }) {
  const say = useSay('difference');
  if (children === '' || state === 'same') return children;
  const Element = state === 'added' ? Added : Removed;
  return (
    <Element>
      <VisuallyHidden>{say(state)} </VisuallyHidden>
      {children}
    </Element>
  );
}

function Rows({ rows, whole }: { rows: readonly TableRow[]; whole: boolean }) {
  const say = useSay('difference');
  return (
    // A wide table is scrolled by keyboard, too.
    <Box overflow="auto" tabIndex={0} role="group" aria-label={say('table')}>
      <Cells>
        <tbody>
          {rows.map(({ before, after, cells }, index) => (
            <tr key={index}>
              <th scope="row">
                {say(before && after ? 'row.changed' : after ? 'row.added' : 'row.removed', {
                  row: after ?? before ?? 0,
                })}
              </th>
              {cells.map((words, cell) => (
                <td key={cell}>
                  <Marked words={words} whole={whole} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Cells>
    </Box>
  );
}

function useValue(): (type: string, value: unknown) => string {
  const say = useSay('difference');
  const { formatDate } = useIntl();
  return (type, value) => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    if (type === 'datetime') return formatDate(String(value), { dateStyle: 'medium', timeStyle: 'short' });
    return String(value);
  };
}

/** Leaves out what is far from a change. */
function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const start = hasBefore ? text.slice(0, shownText) : '';
  const end = hasAfter ? text.slice(-shownText) : '';
  return start.length + end.length + 20 < text.length ? `${start} […] ${end}` : text;
}
