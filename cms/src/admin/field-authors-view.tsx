/** Who changed each field and block of a draft last. */
import { Badge, Box, Flex, Typography } from '@strapi/design-system';
import type { Authored, FieldAuthors } from '../gate/field-authors';
import type { Labels } from '../gate/form-labels';
import { toWords } from './difference';
import { useAnswer } from './use-answer';
import { useVersionWords } from './version-words';

interface Shown {
  uid: string;
  /** Question of the document, as the gate takes it. */
  subject: string;
  again: readonly unknown[];
}

type Answer = FieldAuthors & { labels: Labels };

export function FieldAuthorsView({ uid, subject, again }: Shown) {
  const { say, showTime } = useVersionWords();
  const [answer, failed] = useAnswer<Answer>(`authors?${subject}`, again);
  if (failed) return <Typography>{say('unreadable')}</Typography>;
  if (!answer) return <Box aria-busy="true" height="10rem" />;
  const [first] = answer.versions;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {answer.cut && first && <Typography textColor="neutral600">{say('cut', { time: showTime(first) })}</Typography>}
      <List uid={uid} fields={answer.fields} answer={answer} />
    </Flex>
  );
}

/** In the order of the form. */
function List({ uid, fields, answer }: { uid: string; fields: Record<string, Authored>; answer: Answer }) {
  const { say } = useVersionWords();
  const known = answer.labels[uid]?.fields ?? {};
  const names = new Set([...Object.keys(known), ...Object.keys(fields)]);
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {[...names].flatMap((name) => {
        const field = fields[name];
        if (!field || name === '__component') return [];
        const inner = known[name]?.component ?? '';
        return (
          <Box tag="li" key={name}>
            <Line name={known[name]?.label ?? toWords(name)} field={field} answer={answer} gone={!known[name]} />
            {field.fields && (
              <Box paddingLeft={4} paddingTop={2}>
                <List uid={inner} fields={field.fields} answer={answer} />
              </Box>
            )}
            {field.parts?.map((part, index) => {
              const component = inner || String(part.value ?? '');
              const kind = answer.labels[component]?.name ?? toWords(component.split('.').at(-1) ?? '');
              return (
                <Box key={index} paddingLeft={4} paddingTop={2}>
                  <details>
                    <summary style={{ cursor: 'pointer' }}>
                      <Line name={say('part', { place: index + 1, kind })} field={part} answer={answer} gone={false} />
                    </summary>
                    <Box paddingLeft={4} paddingTop={2}>
                      <List uid={component} fields={part.fields ?? {}} answer={answer} />
                    </Box>
                  </details>
                </Box>
              );
            })}
          </Box>
        );
      })}
    </Flex>
  );
}

function Line({ name, field, answer, gone }: { name: string; field: Authored; answer: Answer; gone: boolean }) {
  const { say, nameActor, nameAction, showTime } = useVersionWords();
  const row = answer.versions[field.by];
  return (
    <Flex gap={2} wrap="wrap" inline style={{ overflowWrap: 'anywhere' }}>
      <Typography fontWeight="semiBold">{name}</Typography>
      {row && (
        <Typography textColor="neutral600">
          {nameActor(row)} · <time dateTime={row.writtenAt}>{showTime(row)}</time> · {nameAction(row)}
        </Typography>
      )}
      {field.empty && <Badge>{say('emptied')}</Badge>}
      {gone && <Badge>{say('gone')}</Badge>}
    </Flex>
  );
}
