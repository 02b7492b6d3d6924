// A transaction is known from the mempool to the seal; waiting for it is limited to 6 s.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransactionSync","params":["0x02f86c82210580843b9aca00843b9aca008252089400000000000000000000000000000000000000aa0580c001a03bf36fb7b05dfdbd1257458abcfff4ab74bf5af7e676b4a6a9ceb1ced5acd974a018db21dc7df971f91d8f0ad13078d179420b4a17709e161cc1920526f2e43b3b",6001]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"time out too long, timeout: 6001 ms, max: 6000 ms"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendRawTransactionSync","params":["0x02f86c82210580843b9aca00843b9aca008252089400000000000000000000000000000000000000aa0580c001a03bf36fb7b05dfdbd1257458abcfff4ab74bf5af7e676b4a6a9ceb1ced5acd974a018db21dc7df971f91d8f0ad13078d179420b4a17709e161cc1920526f2e43b3b","soon"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"invalid argument 1 (timeout): expected a number of milliseconds, got \"soon\""}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089400000000000000000000000000000000000000aa0580c001a03bf36fb7b05dfdbd1257458abcfff4ab74bf5af7e676b4a6a9ceb1ced5acd974a018db21dc7df971f91d8f0ad13078d179420b4a17709e161cc1920526f2e43b3b"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x347ddd8114e48f39dab5d7e5a3cb78c3aef2f771119ac1443521daa05bb374cc"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_sendRawTransactionSync","params":["0x02f86c82210580843b9aca00843b9aca008252089400000000000000000000000000000000000000aa0580c001a03bf36fb7b05dfdbd1257458abcfff4ab74bf5af7e676b4a6a9ceb1ced5acd974a018db21dc7df971f91d8f0ad13078d179420b4a17709e161cc1920526f2e43b3b"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"already known"}}
>> {"jsonrpc":"2.0","id":5,"method":"base_transactionStatus","params":["0x347ddd8114e48f39dab5d7e5a3cb78c3aef2f771119ac1443521daa05bb374cc"]}
<< {"jsonrpc":"2.0","id":5,"result":{"status":"Known"}}
// advance: 200
>> {"jsonrpc":"2.0","id":6,"method":"base_transactionStatus","params":["0x347ddd8114e48f39dab5d7e5a3cb78c3aef2f771119ac1443521daa05bb374cc"]}
<< {"jsonrpc":"2.0","id":6,"result":{"status":"Known"}}
// advance: 1800
>> {"jsonrpc":"2.0","id":7,"method":"base_transactionStatus","params":["0x347ddd8114e48f39dab5d7e5a3cb78c3aef2f771119ac1443521daa05bb374cc"]}
<< {"jsonrpc":"2.0","id":7,"result":{"status":"Unknown"}}
