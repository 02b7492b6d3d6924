// Notifications need a connection that lasts; over HTTP both methods say so.
>> {"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"eth_subscribe needs a WebSocket connection: over HTTP there is no way to send notifications"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_unsubscribe","params":["0x1"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"eth_unsubscribe needs a WebSocket connection: over HTTP there is no way to send notifications"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_subscribe","params":["newBlocks"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"unknown subscription \"newBlocks\", expected one of newHeads, logs, newPendingTransactions, syncing, newFlashblocks, pendingLogs, newFlashblockTransactions"}}
