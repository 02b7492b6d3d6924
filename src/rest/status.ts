/** The body of every REST answer that is not 200: google.rpc.Status, as a gRPC-JSON gateway gives it. */

/** An error with its gRPC code. */
export type Status = {
  readonly code: number;
  readonly message: string;
  readonly details: readonly { readonly '@type': string; readonly [property: string]: unknown }[];
};

/** A status with the HTTP status that goes with its code. */
export type Failure = { readonly http: number; readonly status: Status };

const failure = (http: number, code: number, message: string): Failure => ({
  http,
  status: { code, message, details: [] },
});

/** INVALID_ARGUMENT: the request is not well-formed. */
export const invalidArgument = (message: string): Failure => failure(400, 3, message);
/** NOT_FOUND: no such route. */
export const notFound: Failure = failure(404, 5, 'Not Found');
/** RESOURCE_EXHAUSTED: more than the service takes in one request. */
export const tooLarge: Failure = failure(413, 8, 'Request Entity Too Large');
/** UNIMPLEMENTED: a known route, but not with this HTTP method. */
export const methodNotAllowed: Failure = failure(501, 12, 'Method Not Allowed');
/** INTERNAL: a bug, of which nothing is told. */
export const internal: Failure = failure(500, 13, 'Internal Server Error');
/** UNAVAILABLE: the service stops. */
export const unavailable: Failure = failure(503, 14, 'Service Unavailable');
