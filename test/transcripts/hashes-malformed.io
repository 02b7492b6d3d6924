// A hash that is none is -32602 and says why.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"missing value for required argument 0 (hash)"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getTransactionByHash","params":["0x12"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"invalid argument 0 (hash): hex string has length 2, want 64 for hash"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getTransactionReceipt","params":["latest"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid argument 0 (hash): hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBlockByHash","params":["0xzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",true]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"invalid argument 0 (hash): invalid hex string: \"z\" is not a hex digit"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getBlockByHash","params":["<block 0>","yes"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 1 (full): expected true or false, got \"yes\""}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getTransactionByBlockNumberAndIndex","params":["latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"missing value for required argument 1 (index)"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getTransactionByBlockNumberAndIndex","params":["latest",0]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 1 (index): expected a hex string, got the number 0"}}
