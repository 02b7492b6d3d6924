/** What all nodes are started with; apart, so that a host whose start is measured imports nothing else. */
export const chainId = 8453;
