/**
 * The head of an HTTP request, read in the one form in which nearly every JSON-RPC client writes it: a POST that says how long its
 * body is and wants nothing but the answer. Any other form is not understood here, which is no error: Node's parser knows HTTP.
 */

export type RequestHead = {
  /** As written, query included. */
  readonly path: string;
  /** Bytes of the body; at least 1. */
  readonly length: number;
};

const requestLine = /^POST (\/[\w/.-]*) HTTP\/1\.1\r\n/;
const headerLine = /([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~]*)\r\n/y;
const bodyLength = /^[1-9]\d{0,8}$/;
const contentType = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/;

/** How many heads are remembered, and how long one may be for that. */
const remembered = { heads: 500, length: 2_000 };

/**
 * Makes a function that reads heads, from the request line up to the empty line, both included. It gives `undefined` for what is
 * not understood, be it only a header that changes how the request is to be read. The heads of one client differ in little more
 * than the length of the body, so it remembers those that it has read.
 */
export function createHeadReader(): (text: string) => RequestHead | undefined {
  const heads = new Map<string, RequestHead>();
  return (text) => {
    const known = heads.get(text);
    if (known !== undefined) return known;
    const head = readHead(text);
    if (head !== undefined && text.length <= remembered.length) {
      if (heads.size >= remembered.heads) heads.clear();
      heads.set(text, head);
    }
    return head;
  };
}

function readHead(text: string): RequestHead | undefined {
  const request = requestLine.exec(text);
  if (request === null) return undefined;
  let length: number | undefined;
  let hasHost = false;
  let end = request[0].length;
  while (end < text.length - 2) {
    headerLine.lastIndex = end;
    const header = headerLine.exec(text);
    if (header === null) return undefined;
    end = headerLine.lastIndex;
    const value = header[2]!;
    switch (header[1]!.toLowerCase()) {
      case 'content-length':
        if (length !== undefined || !bodyLength.test(value)) return undefined;
        length = Number(value);
        break;
      case 'host':
        if (hasHost) return undefined;
        hasHost = true;
        break;
      case 'content-type':
        if (!contentType.test(value)) return undefined;
        break;
      case 'connection':
        if (value.toLowerCase() !== 'keep-alive') return undefined;
        break;
      case 'expect':
      case 'proxy-connection':
      case 'te':
      case 'trailer':
      case 'transfer-encoding':
      case 'upgrade':
        return undefined;
    }
  }
  return length !== undefined && hasHost ? { path: request[1]!, length } : undefined;
}
