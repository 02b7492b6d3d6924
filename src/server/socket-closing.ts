/** Why the server ends a WebSocket connection (RFC 6455 §7.4.1). */
export const closing = { goingAway: 1001, tryAgainLater: 1013 };
