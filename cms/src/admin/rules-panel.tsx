/** The panel “Rules” beside a form: what would be refused of it and what to look at again, asked of the server when the editor pauses. */
import { useEffect, useRef, useState } from 'react';
import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import { CheckCircle, CrossCircle, WarningCircle } from '@strapi/icons';
import { useFetchClient, useForm } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { nestError, readFieldFragment, showField } from './jump-to-field';
import { useFormLocale } from './use-form-document';

interface Problem {
  path: (string | number)[];
  message: string;
}
/** As `src/rules/check-route.ts` answers. */
interface Answer {
  refused: Problem[];
  warned: Problem[];
}

export const RulesPanel: PanelComponent = ({ activeTab, model, documentId, document }) => {
  const { formatMessage } = useIntl();
  if (activeTab === 'published' || !model.startsWith('api::')) return null;
  return {
    title: formatMessage({ id: 'rules.title' }),
    content: <Rules uid={model} documentId={documentId ?? document?.documentId} savedAt={document?.updatedAt} />,
  };
};

interface RulesProps {
  uid: string;
  documentId: string | undefined;
  savedAt: string | undefined;
}

function Rules(props: RulesProps) {
  useNamedField();
  const { formatMessage } = useIntl();
  const say = (id: string) => formatMessage({ id: `rules.${id}` });
  const [answer, failed] = useAnswer(props);
  const { refused = [], warned = [] } = answer ?? {};
  const isClear = answer && refused.length + warned.length === 0;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%" aria-busy={!answer && !failed}>
      <div role="status">
        {failed && <Typography textColor="neutral600">{say('failed')}</Typography>}
        {!failed && !answer && <Typography textColor="neutral600">{say('asking')}</Typography>}
        {isClear && (
          <Flex gap={2}>
            <CheckCircle fill="success600" aria-hidden />
            <Typography>{say('clear')}</Typography>
          </Flex>
        )}
        {answer && !isClear && (
          <Typography fontWeight="bold">
            {formatMessage({ id: 'rules.count' }, { refused: refused.length, warned: warned.length })}
          </Typography>
        )}
      </div>
      <ProblemList title={say('refused')} problems={refused} isRefused />
      <ProblemList title={say('warned')} problems={warned} isRefused={false} />
    </Flex>
  );
}

/** Leads to the field that the address names. */
function useNamedField(): void {
  const { hash } = useLocation();
  const setErrors = useForm('Rules', (form) => form.setErrors);
  useEffect(() => {
    const path = readFieldFragment(hash);
    if (!path) return;
    setErrors(nestError(path, ' '));
    void showField().then(() => setErrors({}));
  }, [hash, setErrors]);
}

/** Milliseconds without a change after which the rules are asked. */
const pause = 600;

/** What the rules say of the values in the form, and whether they could not be asked. */
function useAnswer({ uid, documentId, savedAt }: RulesProps): [answer: Answer | undefined, failed: boolean] {
  const { post } = useFetchClient();
  const locale = useFormLocale();
  const values = useForm('Rules', (form) => form.values);
  const [answer, setAnswer] = useState<Answer>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const { data } = await post<Answer>('/content-rules/check', { uid, documentId, locale, values });
      if (!current) return;
      setAnswer(data);
      setFailed(false);
    };
    const timer = setTimeout(() => ask().catch(() => current && setFailed(true)), pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [post, uid, documentId, locale, values, savedAt]);
  return [answer, failed];
}

/** Adds the part of a form that a field is in, such as *Search and sharing*, when it has none yet: only then the field is there. */
function useOpenPart(): (path: Problem['path']) => void {
  const values = useForm('Rules', (form) => form.values as Record<string, unknown>);
  const change = useForm('Rules', (form) => form.onChange);
  return ([part, field]) => {
    if (typeof part === 'string' && typeof field === 'string' && !values[part]) change(part, {});
  };
}

interface ListProps {
  title: string;
  problems: Problem[];
  isRefused: boolean;
}

function ProblemList({ title, problems, isRefused }: ListProps) {
  const { formatMessage } = useIntl();
  const errors = useForm('Rules', (form) => form.errors);
  const setErrors = useForm('Rules', (form) => form.setErrors);
  const openPart = useOpenPart();
  const shown = useRef<Problem>(undefined);
  useEffect(() => {
    const { path, message } = shown.current ?? {};
    if (!path || problems.some((problem) => problem.message === message)) return;
    shown.current = undefined;
    // Messages that a refused publication left at other fields stay.
    if (JSON.stringify(errors) === JSON.stringify(nestError(path, message ?? ''))) setErrors({});
  }, [problems, errors, setErrors]);
  if (problems.length === 0) return null;
  const Icon = isRefused ? CrossCircle : WarningCircle;
  const jump = async (problem: Problem) => {
    const { path, message } = problem;
    openPart(path);
    setErrors(nestError(path, message));
    if (isRefused) shown.current = problem;
    await showField();
    // A warning stays in the panel: beside its field it would look like a refusal.
    if (!isRefused) setErrors(errors);
  };
  return (
    <Box>
      <Typography tag="h3" variant="sigma" textColor="neutral600">
        {title}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={3} paddingTop={2}>
        {problems.map((problem) => (
          <Flex tag="li" key={`${problem.path.join('.')} ${problem.message}`} gap={2} alignItems="flex-start">
            <Box shrink={0} paddingTop="2px">
              <Icon fill={isRefused ? 'danger600' : 'warning600'} aria-hidden />
            </Box>
            <Box style={{ overflowWrap: 'anywhere', minInlineSize: 0 }}>
              <Typography tag="p">{problem.message}</Typography>
              {problem.path.length > 0 && (
                <TextButton onClick={() => void jump(problem)}>{formatMessage({ id: 'rules.field' })}</TextButton>
              )}
            </Box>
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}
