/** What the site's mails to its visitors say, in each language. Written by ear: Spanish with tú, Italian with Lei. */
import type { Locale } from '../locale.ts';

export interface MailText {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: string;
  /** Below the button. */
  after: string[];
}

type VisitorTemplate = 'verify' | 'recover' | 'password-changed' | 'new-device';

/** `{site}` is replaced by the site's name, `{device}` and `{time}` by what a message says of a sign-in. */
export const mailTexts: Record<VisitorTemplate, Record<Locale, MailText>> = {
  verify: {
    en: {
      subject: 'Confirm your e-mail address', heading: 'One step left: confirm your address',
      paragraphs: ['Somebody, most likely you, opened an account at {site} with this e-mail address. Confirm it with the password that you chose, and you can log in.'],
      button: 'Confirm the address',
      after: ['The link works once, for 24 hours. A newer message cancels this one.', 'If it was not you, do nothing: without confirmation nobody can use the account. We never ask for a password by mail.'],
    },
    es: {
      subject: 'Confirma tu dirección de correo', heading: 'Falta un paso: confirma tu dirección',
      paragraphs: ['Alguien, seguramente tú, ha abierto una cuenta en {site} con esta dirección de correo. Confírmala con la contraseña que elegiste y podrás iniciar sesión.'],
      button: 'Confirmar la dirección',
      after: ['El enlace funciona una sola vez, durante 24 horas. Un mensaje más reciente anula este.', 'Si no has sido tú, no hagas nada: sin la confirmación nadie puede usar la cuenta. Nunca pedimos contraseñas por correo.'],
    },
    it: {
      subject: 'Confermi il Suo indirizzo e-mail', heading: 'Manca un passo: confermi il Suo indirizzo',
      paragraphs: ['Qualcuno, probabilmente Lei, ha aperto un conto presso {site} con questo indirizzo e-mail. Lo confermi con la password che ha scelto e potrà accedere.'],
      button: 'Confermare l’indirizzo',
      after: ['Il link funziona una sola volta, per 24 ore. Un messaggio più recente annulla questo.', 'Se non è stato Lei, non faccia nulla: senza conferma nessuno può usare il conto. Non chiediamo mai password per e-mail.'],
    },
  },
  recover: {
    en: {
      subject: 'Set a new password', heading: 'Choose a new password',
      paragraphs: ['Somebody asked for a new password for your account at {site}. With this link you choose it yourself.'],
      button: 'Choose a new password',
      after: ['The link works once, for 30 minutes. A second request cancels it.', 'If it was not you, ignore this message: nothing has changed. Do not forward it.'],
    },
    es: {
      subject: 'Elige una contraseña nueva', heading: 'Elige una contraseña nueva',
      paragraphs: ['Alguien ha pedido una contraseña nueva para tu cuenta de {site}. Con este enlace la eliges tú.'],
      button: 'Elegir la contraseña',
      after: ['El enlace funciona una sola vez, durante 30 minutos. Una segunda solicitud lo anula.', 'Si no has sido tú, ignora este mensaje: nada ha cambiado. No lo reenvíes.'],
    },
    it: {
      subject: 'Scelga una nuova password', heading: 'Scelga una nuova password',
      paragraphs: ['Qualcuno ha chiesto una nuova password per il Suo conto presso {site}. Con questo link la sceglie Lei.'],
      button: 'Scegliere la password',
      after: ['Il link funziona una sola volta, per 30 minuti. Una seconda richiesta lo annulla.', 'Se non è stato Lei, ignori questo messaggio: nulla è cambiato. Non lo inoltri.'],
    },
  },
  'password-changed': {
    en: {
      subject: 'Your password was changed', heading: 'Your password was changed',
      paragraphs: ['The password of your account at {site} has just been changed, and every session was ended. Log in with the new one.'],
      after: ['If it was not you, set a new password now and call the desk. Whoever changed it had access to this mailbox, so protect it as well.'],
    },
    es: {
      subject: 'Tu contraseña ha cambiado', heading: 'Tu contraseña ha cambiado',
      paragraphs: ['La contraseña de tu cuenta de {site} acaba de cambiar y se han cerrado todas las sesiones. Inicia sesión con la nueva.'],
      after: ['Si no has sido tú, elige ahora otra contraseña y llama a la mesa. Quien la cambió tenía acceso a este buzón: protégelo también.'],
    },
    it: {
      subject: 'La Sua password è stata cambiata', heading: 'La Sua password è stata cambiata',
      paragraphs: ['La password del Suo conto presso {site} è appena stata cambiata e tutte le sessioni sono state chiuse. Acceda con quella nuova.'],
      after: ['Se non è stato Lei, scelga subito un’altra password e chiami il desk. Chi l’ha cambiata aveva accesso a questa casella: protegga anche quella.'],
    },
  },
  'new-device': {
    en: {
      subject: 'New log-in to your account', heading: 'Somebody logged in from a new device',
      paragraphs: ['Your account at {site} was opened on {time} from a device on which you had not logged in before: {device}.'],
      after: ['If it was you, there is nothing to do.', 'If it was not you, open the site, choose “Forgot your password?” and set a new one. That ends every session, the stranger’s too.'],
    },
    es: {
      subject: 'Nuevo inicio de sesión en tu cuenta', heading: 'Alguien ha entrado desde un dispositivo nuevo',
      paragraphs: ['El {time} se entró en tu cuenta de {site} desde un dispositivo con el que no habías iniciado sesión antes: {device}.'],
      after: ['Si has sido tú, no tienes que hacer nada.', 'Si no has sido tú, abre el sitio, pulsa «¿Has olvidado la contraseña?» y elige otra. Así se cierran todas las sesiones, también la del extraño.'],
    },
    it: {
      subject: 'Nuovo accesso al Suo conto', heading: 'Accesso da un nuovo dispositivo',
      paragraphs: ['Il {time} qualcuno è entrato nel Suo conto presso {site} da un dispositivo mai usato prima: {device}.'],
      after: ['Se è stato Lei, non deve fare nulla.', 'Se non è stato Lei, apra il sito, scelga «Ha dimenticato la password?» e ne imposti una nuova. Così si chiudono tutte le sessioni, anche quella dell’estraneo.'],
    },
  },
};

/** For a browser that says nothing of itself. */
export const unknownDevice: Record<Locale, string> = { en: 'a device that does not say what it is', es: 'un dispositivo que no dice cuál es', it: 'un dispositivo che non dice quale sia' };
