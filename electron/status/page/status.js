// @ts-check
/** Shows how the server is while there is no console to show, and what can be done about it. What it says is decided in status-page-model.ts. */

// Not named as the window's own property, which no script may declare again.
/** @type {import('../bridge.ts').DesktopBridge} */
const app = Reflect.get(window, 'desktop');

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`No element ${id}`);
  return found;
}

/** @param {string} id @param {string} text only where it changed, so that nothing is read out twice */
function write(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

let offered = '';

/** @param {import('../bridge.ts').Standing['choices']} choices the buttons stay the same while the choices do: focus stays too */
function offer(choices) {
  const text = JSON.stringify(choices);
  if (text === offered) return;
  offered = text;
  element('choices').replaceChildren(
    ...choices.map(({ choice, label, hint }, index) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.className = index === 0 ? 'first' : '';
      button.setAttribute('aria-describedby', `hint-${choice}`);
      button.addEventListener('click', () => void app.choose(choice));
      const note = document.createElement('span');
      note.id = `hint-${choice}`;
      note.textContent = hint;
      item.append(button, note);
      return item;
    }),
  );
}

/** @param {import('../bridge.ts').DesktopState} state */
function show({ statusPageModel, server, notice, dataDir }) {
  const { language, direction, labels } = statusPageModel;
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  element('choices').setAttribute('aria-label', labels.choices);
  write('where-label', labels.folder);
  write('said', labels.lines);
  document.title = `${statusPageModel.title} - Hearth`;
  write('title', statusPageModel.title);
  write('text', statusPageModel.text);
  const progress = element('progress');
  progress.classList.toggle('off', !statusPageModel.isBusy);
  if (statusPageModel.progress === null) progress.removeAttribute('value');
  else progress.setAttribute('value', String(statusPageModel.progress));
  element('notice').hidden = notice === null;
  element('notice').className = notice?.kind ?? '';
  write('notice', notice?.text ?? '');
  offer(statusPageModel.choices);
  element('where').hidden = server.state !== 'failed';
  write('folder', dataDir);
  element('details').hidden = server.lastLines.length === 0 || statusPageModel.isBusy;
  write('lines', server.lastLines.join('\n'));
}

app.onState(show);
app.state().then(show, () => {
  write('title', 'The app does not answer');
  write('text', 'Quit Hearth and start it again.');
});
