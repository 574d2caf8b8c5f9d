/** The dialog in which an editor makes a link: to a text of the site, found by its title or address, or to what was typed. */
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { LinkTarget } from '../server/link-targets';
import { readAddress, type LinkPlace } from './markdown-commands';
import { LineField } from '../../../admin/line-field';
import { useAnswer } from '../../../admin/use-answer';
import { useSay } from '../../../admin/panel-words';

interface DialogProps {
  /** The link as it is; its words are empty for one to make. */
  link: LinkPlace | null;
  /** Of the text that gets the link. */
  language: string;
  close: () => void;
  save: (link: LinkPlace) => void;
  /** After it has closed. */
  leave: () => void;
}

/** Milliseconds without a key before the texts are searched. */
const pause = 250;

export function LinkDialog({ link, language, close, save, leave }: DialogProps) {
  const say = useSay('markdown');
  const { formatMessage } = useIntl();
  return (
    <Modal.Root open={link !== null} onOpenChange={(open) => !open && close()}>
      <Modal.Content
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        <Modal.Header closeLabel={formatMessage({ id: 'app.components.Button.cancel', defaultMessage: 'Cancel' })}>
          <Modal.Title>{say('link-title')}</Modal.Title>
        </Modal.Header>
        {link && <LinkForm link={link} language={language} close={close} save={save} />}
      </Modal.Content>
    </Modal.Root>
  );
}

function useTargets(typed: string, language: string, isOpen: boolean) {
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  // An address of another kind is no text of the site.
  const isSearch = isOpen && words.length > 1 && words === typed.trim() && !/^(?:mailto|tel):|^#/.test(words);
  return useAnswer<{ targets: LinkTarget[]; more: boolean }>(
    isSearch ? `link-targets?${new URLSearchParams({ words, locale: language })}` : null,
  );
}

function LinkForm({ link, language, close, save }: Omit<DialogProps, 'leave'> & { link: LinkPlace }) {
  const say = useSay('markdown');
  const { formatMessage } = useIntl();
  const form = useId();
  const wordsInput = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(link.address);
  const [words, setWords] = useState(link.words);
  const [chosen, setChosen] = useState(link.address);
  const [isRefused, setRefused] = useState(false);
  const [answer, failed] = useTargets(typed, language, typed !== chosen);
  const address = readAddress(typed);
  const choose = (target: LinkTarget) => {
    setTyped(target.address);
    setChosen(target.address);
    if (!words) setWords(target.name);
    wordsInput.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the document is around this one in React's tree.
    event.stopPropagation();
    if (!address) return setRefused(true);
    return save({ ...link, address, words: words.trim() || typed.trim() });
  };
  return (
    <>
      <Modal.Body>
        <Flex tag="form" id={form} onSubmit={submit} noValidate direction="column" alignItems="stretch" gap={4}>
          <LineField
            name="address"
            label={say('link-to')}
            hint={say('link-hint')}
            fault={isRefused && !address ? say('link-refused') : undefined}
            required
            autoFocus
            autoComplete="off"
            maxLength={1000}
            value={typed}
            onChange={setTyped}
          />
          <Box role="status">
            {failed && <Typography textColor="danger600">{say('link-failed')}</Typography>}
            {answer && (address === null || answer.targets.length > 0 || typed.startsWith('/')) && (
              <Typography variant="pi" textColor="neutral600">
                {say(answer.more ? 'link-more' : 'link-count', { count: answer.targets.length })}
              </Typography>
            )}
          </Box>
          {answer && answer.targets.length > 0 && (
            <Targets targets={answer.targets} language={language} choose={choose} />
          )}
          <LineField
            name="words"
            label={say('link-words')}
            hint={say('link-words-hint')}
            input={wordsInput}
            autoComplete="off"
            maxLength={300}
            value={words}
            onChange={setWords}
          />
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={close}>
          {formatMessage({ id: 'app.components.Button.cancel', defaultMessage: 'Cancel' })}
        </Button>
        <Button type="submit" form={form}>
          {say('link-save')}
        </Button>
      </Modal.Footer>
    </>
  );
}

const TargetButton = styled.button`
  display: block;
  inline-size: 100%;
  padding: 0.8rem 1.2rem;
  text-align: start;
  overflow-wrap: anywhere;
  &:hover,
  &:focus-visible {
    background: ${({ theme }) => theme.colors.primary100};
  }
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: -2px;
  }
`;

interface TargetsProps {
  targets: readonly LinkTarget[];
  language: string;
  choose: (target: LinkTarget) => void;
}

function Targets({ targets, language, choose }: TargetsProps) {
  return (
    <Box tag="ul" hasRadius borderColor="neutral200" maxHeight="26rem" overflow="auto">
      {targets.map((target) => (
        <li key={target.address}>
          <TargetButton type="button" onClick={() => choose(target)}>
            <Typography lang={language} textColor="neutral800">
              {target.name}
            </Typography>
            <Typography tag="span" display="block" variant="pi" textColor="neutral600">
              {[target.kind, target.address].filter(Boolean).join(' · ')}
            </Typography>
          </TargetButton>
        </li>
      ))}
    </Box>
  );
}
