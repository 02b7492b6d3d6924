// What clients ask a node about itself.
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":2,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"8453"}
>> {"jsonrpc":"2.0","id":3,"method":"net_listening","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":true}
>> {"jsonrpc":"2.0","id":4,"method":"eth_syncing","params":[]}
<< {"jsonrpc":"2.0","id":4,"result":false}
>> {"jsonrpc":"2.0","id":5,"method":"eth_accounts","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":[]}
>> {"jsonrpc":"2.0","id":6,"method":"eth_blockNumber","params":[]}
<< {"jsonrpc":"2.0","id":6,"result":"0x0"}
>> {"jsonrpc":"2.0","id":7,"method":"eth_blobBaseFee","params":[]}
<< {"jsonrpc":"2.0","id":7,"result":"0x1"}
>> {"jsonrpc":"2.0","id":8,"method":"web3_sha3","params":["0x"]}
<< {"jsonrpc":"2.0","id":8,"result":"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"}
>> {"jsonrpc":"2.0","id":9,"method":"web3_sha3","params":["0x68656c6c6f"]}
<< {"jsonrpc":"2.0","id":9,"result":"0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8"}
>> {"jsonrpc":"2.0","id":10,"method":"web3_sha3","params":[]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"missing value for required argument 0 (data)"}}
>> {"jsonrpc":"2.0","id":11,"method":"web3_sha3","params":["hello"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 0 (data): hex string without 0x prefix"}}
