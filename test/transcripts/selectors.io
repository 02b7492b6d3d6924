// Every way to name a block. At block 0 nobody has 5 wei, from block 1 on 0x…aa has.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089400000000000000000000000000000000000000aa0580c001a03bf36fb7b05dfdbd1257458abcfff4ab74bf5af7e676b4a6a9ceb1ced5acd974a018db21dc7df971f91d8f0ad13078d179420b4a17709e161cc1920526f2e43b3b"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x347ddd8114e48f39dab5d7e5a3cb78c3aef2f771119ac1443521daa05bb374cc"}
// advance: 2000
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","latest"]}
<< {"jsonrpc":"2.0","id":2,"result":"0x5"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","pending"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x5"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","safe"]}
<< {"jsonrpc":"2.0","id":4,"result":"0x0"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","finalized"]}
<< {"jsonrpc":"2.0","id":5,"result":"0x0"}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","earliest"]}
<< {"jsonrpc":"2.0","id":6,"result":"0x0"}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x1"]}
<< {"jsonrpc":"2.0","id":7,"result":"0x5"}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x0"]}
<< {"jsonrpc":"2.0","id":8,"result":"0x0"}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","LATEST"]}
<< {"jsonrpc":"2.0","id":9,"result":"0x5"}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","<block 1>"]}
<< {"jsonrpc":"2.0","id":10,"result":"0x5"}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockNumber":"0x1"}]}
<< {"jsonrpc":"2.0","id":11,"result":"0x5"}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockHash":"<block 1>"}]}
<< {"jsonrpc":"2.0","id":12,"result":"0x5"}
>> {"jsonrpc":"2.0","id":13,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockHash":"<block 1>","requireCanonical":true}]}
<< {"jsonrpc":"2.0","id":13,"result":"0x5"}
>> {"jsonrpc":"2.0","id":14,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",{"blockNumber":"earliest"}]}
<< {"jsonrpc":"2.0","id":14,"result":"0x0"}
// None is latest.
>> {"jsonrpc":"2.0","id":15,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa"]}
<< {"jsonrpc":"2.0","id":15,"result":"0x5"}
>> {"jsonrpc":"2.0","id":16,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa",null]}
<< {"jsonrpc":"2.0","id":16,"result":"0x5"}
