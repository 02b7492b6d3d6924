/**
 * The text of a request's id, for numbers that JavaScript cannot hold: a reply must carry them digit by digit. Reads JSON that
 * is known to be valid and skips everything but the keys of the outermost objects.
 */

/** The texts of the `id` members: of the object, or of each element of the array; `undefined` where there is none. */
export function idTexts(json: string): readonly (string | undefined)[] {
  const start = skipSpace(json, 0);
  if (json[start] !== '[') return [idOf(json, start).text];
  const texts: (string | undefined)[] = [];
  let at = skipSpace(json, start + 1);
  while (json[at] !== ']') {
    const { text, end } = json[at] === '{' ? idOf(json, at) : { text: undefined, end: skipValue(json, at) };
    texts.push(text);
    at = nextItem(json, end);
  }
  return texts;
}

/** The id of the object that begins at `start`, and where the object ends. Of several, the last counts, as in JSON.parse. */
function idOf(json: string, start: number): { readonly text: string | undefined; readonly end: number } {
  let text: string | undefined;
  let at = skipSpace(json, start + 1);
  while (json[at] !== '}') {
    const keyEnd = skipString(json, at);
    const value = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const end = skipValue(json, value);
    if (isId(json.slice(at, keyEnd))) text = json.slice(value, end);
    at = nextItem(json, end);
  }
  return { text, end: at + 1 };
}

/** Whether a key is `id`, be it written with escapes; longer than six characters for each letter it cannot be. */
function isId(key: string): boolean {
  return key === '"id"' || (key.length <= 14 && key.includes('\\') && JSON.parse(key) === 'id');
}

/** Past the comma behind an item, or at the bracket that closes the list. */
function nextItem(json: string, end: number): number {
  const at = skipSpace(json, end);
  return json[at] === ',' ? skipSpace(json, at + 1) : at;
}

function skipValue(json: string, start: number): number {
  const first = json[start];
  if (first === '"') return skipString(json, start);
  if (first === '{' || first === '[') return skipNested(json, start);
  let at = start;
  while (at < json.length && !',]} \t\r\n'.includes(json[at] ?? ',')) at += 1;
  return at;
}

function skipNested(json: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = json[at];
    if (character === '"') {
      at = skipString(json, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

function skipString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(json: string, start: number): number {
  let at = start;
  while (at < json.length && ' \t\r\n'.includes(json[at] ?? '.')) at += 1;
  return at;
}
