/** A page of another site: its own words, and how it takes care of language and theme of the frame around it. */
const words = {
  en: {
    title: 'Help centre',
    intro: 'Another site of the broker. Its header and footer come from the main site.',
    theme: 'Colours',
    themes: ['as the device', 'light', 'dark'],
    questions: ['How long does a withdrawal take?', 'Where do I find my statements?', 'How do I change my password?'],
  },
  es: {
    title: 'Centro de ayuda',
    intro: 'Otro sitio del bróker. La cabecera y el pie vienen del sitio principal.',
    theme: 'Colores',
    themes: ['como el dispositivo', 'claro', 'oscuro'],
    questions: ['¿Cuánto tarda un retiro?', '¿Dónde están mis extractos?', '¿Cómo cambio mi contraseña?'],
  },
  it: {
    title: 'Centro assistenza',
    intro: 'Un altro sito del broker. Intestazione e piè di pagina vengono dal sito principale.',
    theme: 'Colori',
    themes: ['come il dispositivo', 'chiari', 'scuri'],
    questions: ['Quanto tempo richiede un prelievo?', 'Dove trovo i miei estratti conto?', 'Come cambio la password?'],
  },
};
const frame = document.querySelectorAll('brokerfront-header, brokerfront-footer');

function show(lang) {
  const { title, intro, theme, themes, questions } = words[lang];
  document.documentElement.lang = lang;
  document.title = title;
  document.querySelector('h1').textContent = title;
  document.querySelector('.intro').textContent = intro;
  document.querySelector('label span').textContent = theme;
  document.querySelectorAll('option').forEach((option, index) => {
    option.textContent = themes[index];
  });
  document
    .querySelector('main ul')
    .replaceChildren(
      ...questions.map((question) => Object.assign(document.createElement('li'), { textContent: question })),
    );
  for (const element of frame) element.lang = lang;
}

document.addEventListener('brokerfront-language', (event) => {
  event.preventDefault();
  show(event.detail.lang);
});
document.querySelector('#theme').addEventListener('change', ({ target }) => {
  document.documentElement.dataset.theme = target.value;
  for (const element of frame) element.setAttribute('theme', target.value);
});
show(new URLSearchParams(location.search).get('lang') ?? 'en');
