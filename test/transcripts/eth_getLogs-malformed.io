// A filter that is none is -32602 and says where and why.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"missing value for required argument 0 (filter)"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getLogs","params":[null]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"missing value for required argument 0 (filter)"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getLogs","params":["latest"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid argument 0 (filter): expected a filter object, got \"latest\""}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getLogs","params":[[]]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"invalid argument 0 (filter): expected a filter object, got an array"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getLogs","params":[{"fromBlock":1}]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 0 (filter): fromBlock: expected a block tag or number, got the number 1"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getLogs","params":[{"fromBlock":"newest"}]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0 (filter): fromBlock: hex string without 0x prefix, and not a block tag: \"newest\""}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getLogs","params":[{"toBlock":"0x01"}]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 0 (filter): toBlock: hex number with leading zero digits"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getLogs","params":[{"fromBlock":"<block 0>"}]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0 (filter): fromBlock: hex number > 64 bits"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getLogs","params":[{"address":"0x12"}]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 0 (filter): address[0]: hex string has length 2, want 40 for address"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getLogs","params":[{"address":["0x00000000000000000000000000000000000000aa",5]}]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 0 (filter): address[1]: expected a hex string, got the number 5"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getLogs","params":[{"topics":"0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"}]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 0 (filter): topics: expected an array of topic positions, got \"0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef\""}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getLogs","params":[{"topics":["0x12"]}]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 0 (filter): topics[0][0]: hex string has length 2, want 64 for hash"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getLogs","params":[{"topics":[["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef","x"]]}]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 0 (filter): topics[0][1]: hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_getLogs","params":[{"topics":[null,null,null,null,"0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"]}]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"exceeded maximum topics len: max 4, got 5"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getLogs","params":[{"topics":[["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"]]]}]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 0 (filter): topics[0][1]: expected a hex string, got an array"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_getLogs","params":[{"blockHash":"0x12"}]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid argument 0 (filter): blockHash: hex string has length 2, want 64 for hash"}}
