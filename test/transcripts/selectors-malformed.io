// A selector that is none is -32602 and says why.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","newest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"invalid argument 1 (block): hex string without 0x prefix, and not a block tag: \"newest\""}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","1"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"invalid argument 1 (block): hex string without 0x prefix, and not a block tag: \"1\""}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",1]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid argument 1 (block): expected a block tag, number, hash or object, got the number 1"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"invalid argument 1 (block): hex string \"0x\" has no digits, zero is \"0x0\""}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x01"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 1 (block): hex number with leading zero digits"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0xg"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 1 (block): invalid hex string: \"g\" is not a hex digit"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",""]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 1 (block): hex string without 0x prefix, and not a block tag: \"\""}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",true]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 1 (block): expected a block tag, number, hash or object, got the boolean true"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",[]]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 1 (block): expected a block tag, number, hash or object, got an array"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{}]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 1 (block): block selector object needs blockHash or blockNumber"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockHash":"<block 0>","blockNumber":"0x0"}]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"invalid argument 1 (block): block selector has both blockHash and blockNumber"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockHash":"0x12"}]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"invalid argument 1 (block): hex string has length 2, want 64 for hash"}}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockHash":"<block 0>","requireCanonical":"yes"}]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"invalid argument 1 (block): requireCanonical: expected true or false, got \"yes\""}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0xfffffffffffffffff"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"invalid argument 1 (block): hex number > 64 bits"}}
>> {"jsonrpc":"2.0","id":15,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x111111111111111111111111111111111111111111111111111111111111111"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid argument 1 (block): hex number > 64 bits"}}
