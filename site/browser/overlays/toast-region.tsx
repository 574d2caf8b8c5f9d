/** The place where toasts appear, with the numbers of R26. Loaded by `toasts.ts` with the first toast. */
import { ToastContainer, cssTransition, toast } from 'react-toastify/unstyled';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../../content/icon-names.ts';
import { readBrowserText } from '../browser-text.ts';
import { mount } from '../loading/react-runtime.ts';
import type { Toast } from './toasts.ts';
import { loadStylesheet } from '../loading/stylesheet.ts';
import styles from './toast-region.css?url';

/** Milliseconds that a toast stays, and the most that its enter animation takes. */
const stayMs = 4000;
const enterMs = 250;

const icons: Record<Toast['kind'], IconName> = { success: 'check', info: 'bell', warning: 'alert', error: 'alert' };
const slide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 200 });

function CloseButton({ closeToast }: { closeToast: (reason?: boolean | string) => void }) {
  return (
    <button
      type="button"
      className="toast-close"
      aria-label={readBrowserText('close')}
      onClick={() => closeToast(true)}
    >
      <Icon name="close" size={20} />
    </button>
  );
}

function ToastRegion() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={stayMs}
      limit={5}
      newestOnTop
      draggable
      draggablePercent={60}
      pauseOnHover
      pauseOnFocusLoss
      // Its label would be English, and a timer tells the user of a screen reader nothing.
      hideProgressBar
      transition={slide}
      closeButton={CloseButton}
      aria-label={readBrowserText('notifications')}
    />
  );
}

function createRegion(): void {
  const region = document.createElement('div');
  // A modal traps the focus, but the toasts above it must stay reachable.
  region.setAttribute('data-a11y-dialog-ignore-focus-trap', '');
  document.body.append(region);
  // A toast must not close while it contains the keyboard focus.
  region.addEventListener('focusin', () => toast.pause());
  region.addEventListener('focusout', () => toast.play());
  // The library starts its timer when the enter animation ends, even if the window lost the focus before that.
  addEventListener('blur', () =>
    setTimeout(() => {
      if (!document.hasFocus()) toast.pause();
    }, enterMs),
  );
  mount(region, ToastRegion, {});
}

async function prepare(): Promise<void> {
  createRegion();
  // Unstyled toasts are still readable.
  await loadStylesheet(styles).catch((error: unknown) => console.error(error));
}

let ready: Promise<void> | undefined;

export async function addToast({ kind, text }: Toast): Promise<void> {
  await (ready ??= prepare());
  toast[kind](text, { role: kind === 'error' ? 'alert' : 'status', icon: <Icon name={icons[kind]} size={20} /> });
}
