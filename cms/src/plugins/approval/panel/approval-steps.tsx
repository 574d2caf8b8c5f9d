/** A button for each step of an approval, with a dialog that asks for a comment or a reason and keeps it when the server refuses. */
import { useId, useState } from 'react';
import { Button, Field, Modal, Textarea, Typography, type ButtonProps } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { type StepName, useTakeStepMutation } from './approval-api';
import { useSay } from '../../../admin/panel-words';
import { useFaults } from '../../../admin/use-faults';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** Each has its own words in `words.json`. */
export type StepWords =
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'make-live'
  | 'take-down'
  | 'send-back'
  | 'emergency'
  | 'emergency-withdraw'
  | 'confirm';

const steps: Record<
  StepWords,
  { step: StepName; field?: 'comment' | 'reason'; required?: true; withdraw?: true; variant: ButtonProps['variant'] }
> = {
  submit: { step: 'submit', field: 'comment', variant: 'default' },
  withdraw: { step: 'submit', field: 'comment', withdraw: true, variant: 'danger-light' },
  approve: { step: 'approve', field: 'comment', variant: 'success' },
  'make-live': { step: 'make-live', variant: 'default' },
  'take-down': { step: 'make-live', variant: 'danger-light' },
  'send-back': { step: 'send-back', field: 'comment', required: true, variant: 'secondary' },
  emergency: { step: 'emergency', field: 'reason', required: true, variant: 'danger-light' },
  'emergency-withdraw': { step: 'emergency', field: 'reason', required: true, withdraw: true, variant: 'danger-light' },
  confirm: { step: 'emergency', field: 'reason', required: true, variant: 'danger' },
};

export interface StepProps {
  words: StepWords;
  document: LocalizedDocument;
  /** The submission that is decided. */
  seq?: number;
  /** The emergency that is confirmed is a withdrawal. */
  withdraw?: boolean;
  /** After the step was taken. */
  onDone?: () => void;
}

export function StepButton(props: StepProps) {
  const [isOpen, setOpen] = useState(false);
  const say = useSay('approval');
  return (
    <>
      <Button variant={steps[props.words].variant} onClick={() => setOpen(true)}>
        {say(`${props.words}.button`)}
      </Button>
      <Modal.Root open={isOpen} onOpenChange={setOpen}>
        <Modal.Content>
          <Modal.Header>
            <Modal.Title>{say(`${props.words}.title`)}</Modal.Title>
          </Modal.Header>
          <StepForm {...props} onClose={() => setOpen(false)} />
        </Modal.Content>
      </Modal.Root>
    </>
  );
}

/** The inside of a dialog. */
export function StepForm({ words, document, seq, withdraw, onDone, onClose }: StepProps & { onClose: () => void }) {
  const { step, field, required, ...rest } = steps[words];
  const [text, setText] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [takeStep, { isLoading }] = useTakeStepMutation();
  const readFaults = useFaults();
  const { toggleNotification } = useNotification();
  const { formatMessage } = useIntl();
  const form = useId();
  const say = useSay('approval');
  const send = async () => {
    const { uid, documentId, locale } = document;
    const answer = await takeStep({
      step,
      uid,
      documentId,
      locale,
      ...(field && { [field]: text }),
      ...(seq && { seq }),
      withdraw: withdraw ?? rest.withdraw,
    });
    if ('error' in answer) return setFaults(readFaults(answer.error));
    toggleNotification({ type: 'success', message: say(`${words}.done`) });
    onClose();
    return onDone?.();
  };
  return (
    <>
      <Modal.Body>
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault();
            // The form of the document is around this one in React's tree.
            event.stopPropagation();
            void send();
          }}
        >
          <Typography tag="p" paddingBottom={4}>
            {say(`${words}.about`)}
          </Typography>
          {field && (
            <Field.Root name={field} required={required} error={faults[field]}>
              <Field.Label>{say(field)}</Field.Label>
              <Textarea value={text} maxLength={2000} onChange={({ target }) => setText(target.value)} />
              <Field.Error />
            </Field.Root>
          )}
          <Typography tag="p" role="alert" textColor="danger600" paddingTop={4}>
            {Object.entries(faults)
              .flatMap(([name, fault]) => (name === field ? [] : [fault]))
              .join(' ')}
          </Typography>
        </form>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onClose}>
          {formatMessage({ id: 'app.components.Button.cancel', defaultMessage: 'Cancel' })}
        </Button>
        <Button type="submit" form={form} loading={isLoading} variant={rest.variant}>
          {say(`${words}.button`)}
        </Button>
      </Modal.Footer>
    </>
  );
}
