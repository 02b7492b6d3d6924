/** What all nodes are started with; apart, so that a host whose start is measured imports nothing else. */
export const chainId = 8453;

/** Of a block: that of the chain which Pretick emulates. */
export const gasLimit = 400_000_000;
